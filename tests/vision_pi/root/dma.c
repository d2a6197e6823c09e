/*
 * Stands in for /dev/dma_heap and /dev/udmabuf on a kernel that has neither, with memory files, so that the real
 * libcamera runs its virtual camera there.  For tests alone.
 *
 * And gives C++ memory that is zero: the virtual camera of libcamera before 0.5 never fills in a frame's status, which
 * is then whatever lay in memory.  Read as cancelled or failed, a buffer is dropped, or goes round and is never shown;
 * when it hits all four there is no frame at all.  Zero is success.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

typedef int (*open_call)(const char *, int, ...);
typedef int (*ioctl_call)(int, unsigned long, ...);

static int stands_in(const char *path)
{
	return path && (strncmp(path, "/dev/dma_heap/", strlen("/dev/dma_heap/")) == 0 || strcmp(path, "/dev/udmabuf") == 0);
}

static int opened(const char *name, const char *path, int flags, mode_t mode)
{
	if (stands_in(path))
		return memfd_create("dma-device", MFD_CLOEXEC);
	return ((open_call)dlsym(RTLD_NEXT, name))(path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	mode_t mode = mode_of(flags, rest);
	va_end(rest);
	return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	mode_t mode = mode_of(flags, rest);
	va_end(rest);
	return opened("open64", path, flags, mode);
}

static int allocated(struct dma_heap_allocation_data *wanted)
{
	int memory = memfd_create("dma-buffer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (memory < 0 || ftruncate(memory, wanted->len) < 0)
		return -1;
	wanted->fd = memory;
	return 0;
}

int ioctl(int device, unsigned long request, ...)
{
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);
	switch ((unsigned int)request) {
	case (unsigned int)DMA_HEAP_IOCTL_ALLOC:
		return allocated(argument);
	case (unsigned int)UDMABUF_CREATE:
		return fcntl(((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 3);
	case (unsigned int)DMA_BUF_IOCTL_SYNC:
	case (unsigned int)DMA_BUF_SET_NAME_A:
	case (unsigned int)DMA_BUF_SET_NAME_B:
		return 0;
	default:
		return ((ioctl_call)dlsym(RTLD_NEXT, "ioctl"))(device, request, argument);
	}
}

/* operator new(size_t) */
void *_Znwm(size_t size)
{
	void *memory = calloc(1, size ? size : 1);
	if (!memory)
		abort();
	return memory;
}

/* operator new(size_t) where size_t is an unsigned int */
void *_Znwj(size_t size)
{
	return _Znwm(size);
}
