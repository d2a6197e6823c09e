/* A camera that is not there, for the V4L2 code of OpenCV: preloaded, it answers for the file that PRETEND_PATH names.
 *
 * It behaves as webcams do: it gives the nearest of its sizes whatever is asked; with its automatics on it uses values of
 * its own, and switched to manual it goes back to stored ones; its lens blurs stripes away from its best place.
 *   PRETEND_SIZES    "640x480,1280x720,1920x1080"
 *   PRETEND_SLOW     a height from which raw pictures come five times a second
 *   PRETEND_JPEGS    a folder of WIDTHxHEIGHT.jpg: the camera has MJPG too
 *   PRETEND_TELLS    with automatics on a value reads as the camera uses it, not as it is stored
 *   PRETEND_REFUSES  "exposure", "colour", "focus": the switch stays where it is
 *   PRETEND_BUSY     another program streams
 * What is asked of it goes to the file that PRETEND_LOG names.  When the file of PRETEND_PATH vanishes, it is unplugged. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define ROOM (5u << 20)
#define MOST 8
enum { AUTO_EXPOSURE, EXPOSURE, GAIN, AUTO_COLOUR, COLOUR, AUTO_FOCUS, FOCUS, DYNAMIC, LINE, COUNT };
struct knob { unsigned id; const char *name; int value, found, on, master; };
static struct knob knobs[COUNT] = {
    {V4L2_CID_EXPOSURE_AUTO, "auto_exposure", 3, 0, 0, -1},
    {V4L2_CID_EXPOSURE_ABSOLUTE, "exposure", 156, 333, 3, AUTO_EXPOSURE},
    {V4L2_CID_GAIN, "gain", 10, 10, 3, AUTO_EXPOSURE},
    {V4L2_CID_AUTO_WHITE_BALANCE, "auto_colour", 1, 0, 0, -1},
    {V4L2_CID_WHITE_BALANCE_TEMPERATURE, "colour", 4600, 5600, 1, AUTO_COLOUR},
    {V4L2_CID_FOCUS_AUTO, "auto_focus", 1, 0, 0, -1},
    {V4L2_CID_FOCUS_ABSOLUTE, "focus", 0, 60, 1, AUTO_FOCUS},
    {V4L2_CID_EXPOSURE_AUTO_PRIORITY, "dynamic_rate", 1, 0, 0, -1},
    {V4L2_CID_POWER_LINE_FREQUENCY, "mains", 0, 0, 0, -1},
};
static int ours[64], opened, queued[MOST], waiting, buffers = MOST, shots;
static unsigned char *memory;
static int store = -1;
static unsigned wide = 640, high = 480, format = V4L2_PIX_FMT_YUYV;

static void note(const char *text, int value) {
    const char *name = getenv("PRETEND_LOG");
    FILE *log = name ? fopen(name, "a") : NULL;
    if (log) { fprintf(log, "%s=%d\n", text, value); fclose(log); }
}

static int refuse(int code) { errno = code; return -1; }
static int has(const char *name, const char *word) { const char *v = getenv(name); return v && strstr(v, word); }
static int gone(void) { const char *path = getenv("PRETEND_PATH"); return !path || access(path, F_OK); }
static int mine(int fd) { for (int i = 0; i < opened; i++) if (ours[i] == fd) return 1; return 0; }
static int used(int which) { struct knob *k = knobs + which; return k->master >= 0 && knobs[k->master].value == k->on ? k->found : k->value; }

static int begin(void) {
    if (store < 0) {
        store = memfd_create("pretend", 0);
        if (ftruncate(store, (off_t)ROOM * MOST)) return -1;
        memory = mmap(0, (size_t)ROOM * MOST, PROT_READ | PROT_WRITE, MAP_SHARED, store, 0);
    }
    int fd = dup(store);
    if (opened < 64) ours[opened++] = fd;
    return fd;
}

#define OPENS(NAME) \
    int NAME(const char *path, int flags, ...) { \
        va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more); \
        const char *camera = getenv("PRETEND_PATH"); \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #NAME); \
        return camera && !strcmp(path, camera) && !access(path, F_OK) ? begin() : real(path, flags, mode); \
    }
OPENS(open)
OPENS(open64)

int close(int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, "close");
    for (int i = 0; i < opened; i++) if (ours[i] == fd) { ours[i] = ours[--opened]; break; }
    return real(fd);
}

static void nearest(unsigned w, unsigned h) {
    const char *text = getenv("PRETEND_SIZES");
    long best = -1;
    for (const char *at = text ? text : "640x480"; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        unsigned x, y;
        if (sscanf(at, "%ux%u", &x, &y) != 2) break;
        long off = labs((long)w * h - (long)x * y);
        if (best < 0 || off < best) { best = off; wide = x; high = y; }
    }
    note("size", (int)high);
}

static size_t jpeg(unsigned char *out) {
    char name[512];
    snprintf(name, sizeof name, "%s/%ux%u.jpg", getenv("PRETEND_JPEGS"), wide, high);
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(out, 1, ROOM, file) : 0;
    if (file) fclose(file);
    return length;
}

static size_t raw(unsigned char *out) {
    double light = used(EXPOSURE) * (1 + used(GAIN) / 100.0) / 800.0;
    int grey = (int)fmin(215, 255 * pow(light, 1 / 1.8)), warm = (used(COLOUR) - 5000) / 60;
    double off = (used(FOCUS) - 60) / 40.0;
    int stripe = (int)(40 * exp(-off * off));
    for (unsigned k = 0; k < wide * high; k += 2) {
        int line = k / 8 % 2 ? stripe : -stripe;
        out[2 * k] = out[2 * k + 2] = (unsigned char)(grey + line < 0 ? 0 : grey + line);
        out[2 * k + 1] = (unsigned char)(128 - warm);
        out[2 * k + 3] = (unsigned char)(128 + warm);
    }
    out[2 * (shots++ % 500)] ^= 8;
    return (size_t)wide * high * 2;
}

static int slow(void) { const char *v = getenv("PRETEND_SLOW"); return v && high >= (unsigned)atoi(v) && format == V4L2_PIX_FMT_YUYV; }

static int give(struct v4l2_buffer *buffer) {
    if (gone()) return refuse(ENODEV);
    if (!waiting) return refuse(EAGAIN);
    usleep(2000);
    int slot = queued[0];
    memmove(queued, queued + 1, (size_t)--waiting * sizeof *queued);
    unsigned char *out = memory + (size_t)slot * ROOM;
    buffer->bytesused = (unsigned)(format == V4L2_PIX_FMT_MJPEG ? jpeg(out) : raw(out));
    buffer->index = (unsigned)slot;
    buffer->length = ROOM;
    buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    buffer->timestamp.tv_sec = now.tv_sec;
    buffer->timestamp.tv_usec = now.tv_nsec / 1000;
    return 0;
}

static int turn(struct v4l2_control *asked, int set) {
    for (int i = 0; i < COUNT; i++) {
        if (knobs[i].id != asked->id) continue;
        if (!set) {
            asked->value = getenv("PRETEND_TELLS") ? used(i) : knobs[i].value;
            return 0;
        }
        note(knobs[i].name, asked->value);
        if (!strncmp(knobs[i].name, "auto_", 5) && has("PRETEND_REFUSES", knobs[i].name + 5)) return 0;
        knobs[i].value = asked->value;
        return 0;
    }
    return refuse(EINVAL);
}

int ioctl(int fd, unsigned long request, ...) {
    va_list more;
    va_start(more, request);
    void *p = va_arg(more, void *);
    va_end(more);
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    if (!mine(fd)) return real(fd, request, p);
    if (gone()) return refuse(ENODEV);
    switch ((unsigned)request) {
    case VIDIOC_QUERYCAP: {
        struct v4l2_capability *c = p;
        memset(c, 0, sizeof *c);
        strcpy((char *)c->driver, "pretend");
        c->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        c->capabilities = c->device_caps | V4L2_CAP_DEVICE_CAPS;
        return 0;
    }
    case VIDIOC_S_FMT: case VIDIOC_TRY_FMT: case VIDIOC_G_FMT: {
        struct v4l2_pix_format *f = &((struct v4l2_format *)p)->fmt.pix;
        if ((unsigned)request == VIDIOC_S_FMT) {
            if (getenv("PRETEND_BUSY")) return refuse(EBUSY);
            nearest(f->width, f->height);
            format = f->pixelformat == V4L2_PIX_FMT_MJPEG && getenv("PRETEND_JPEGS") ? V4L2_PIX_FMT_MJPEG : V4L2_PIX_FMT_YUYV;
        }
        f->width = wide; f->height = high; f->pixelformat = format; f->field = V4L2_FIELD_NONE;
        f->bytesperline = format == V4L2_PIX_FMT_YUYV ? wide * 2 : 0; f->sizeimage = ROOM; f->colorspace = V4L2_COLORSPACE_SRGB;
        return 0;
    }
    case VIDIOC_G_PARM: case VIDIOC_S_PARM: {
        struct v4l2_captureparm *c = &((struct v4l2_streamparm *)p)->parm.capture;
        c->capability = V4L2_CAP_TIMEPERFRAME; c->timeperframe.numerator = 1; c->timeperframe.denominator = slow() ? 5 : 30;
        return 0;
    }
    case VIDIOC_ENUMINPUT:
        if (((struct v4l2_input *)p)->index) return refuse(EINVAL);
        ((struct v4l2_input *)p)->type = V4L2_INPUT_TYPE_CAMERA;
        return 0;
    case VIDIOC_G_INPUT: *(int *)p = 0; return 0;
    case VIDIOC_REQBUFS: {
        struct v4l2_requestbuffers *b = p;
        if (b->count > MOST) b->count = MOST;
        buffers = (int)b->count; waiting = 0;
        return 0;
    }
    case VIDIOC_QUERYBUF: {
        struct v4l2_buffer *b = p;
        b->length = ROOM; b->m.offset = b->index * ROOM;
        return 0;
    }
    case VIDIOC_QBUF: if (waiting < MOST) queued[waiting++] = (int)((struct v4l2_buffer *)p)->index; return 0;
    case VIDIOC_DQBUF: return give(p);
    case VIDIOC_QUERYCTRL: {
        struct v4l2_queryctrl *q = p;
        for (int i = 0; i < COUNT; i++)
            if (knobs[i].id == q->id) {
                q->type = V4L2_CTRL_TYPE_INTEGER; q->minimum = 0; q->maximum = 10000; q->step = 1; q->flags = 0;
                return 0;
            }
        return refuse(EINVAL);
    }
    case VIDIOC_G_CTRL: return turn(p, 0);
    case VIDIOC_S_CTRL: return turn(p, 1);
    case VIDIOC_STREAMON: case VIDIOC_STREAMOFF: case VIDIOC_S_INPUT: return 0;
    default: return refuse(EINVAL);
    }
}
