/* Loaded before a program: each sync of a file takes as many milliseconds as the file named in SLOW_SYNC says, as on a worn
   card or a disk that other programs fill. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void dawdle(void) {
  const char *name = getenv("SLOW_SYNC");
  FILE *told = name ? fopen(name, "r") : NULL;
  long wait = 0;
  if (told) {
    if (fscanf(told, "%ld", &wait) != 1) wait = 0;
    fclose(told);
  }
  struct timespec left = {wait / 1000, wait % 1000 * 1000000};
  while (nanosleep(&left, &left) != 0) {
  }
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  dawdle();
  return real(file);
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  dawdle();
  return real(file);
}
