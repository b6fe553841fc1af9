// Creates and decodes photos for benchmarks, with only libjpeg-turbo:
//   photos make COUNT FOLDER           writes different photos of 12 megapixels
//   photos shrink THREADS FILE...      decodes each at an eighth of its size, and drops it:
//                                      the minimum for a thumbnail
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <turbojpeg.h>
#include <unistd.h>

enum { WIDTH = 4000, HEIGHT = 3000, QUALITY = 88 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

// Soft shapes with sensor noise, about 3 MB as JPEG.
static void paint(unsigned char *pixels, unsigned seed) {
  for (int y = 0; y < HEIGHT; y++) {
    for (int x = 0; x < WIDTH; x++) {
      seed = seed * 1664525u + 1013904223u;
      int noise = (int)(seed >> 28) - 8;
      for (int c = 0; c < 3; c++) {
        int shape = ((x >> (c + 3)) ^ (y >> (4 - c))) & 63;
        int value = (x * 120 / WIDTH + y * 60 / HEIGHT + shape + c * 10 + noise) & 255;
        pixels[(y * WIDTH + x) * 3 + c] = (unsigned char)value;
      }
    }
  }
}

static int make(int count, const char *folder) {
  unsigned char *pixels = malloc(WIDTH * HEIGHT * 3);
  tjhandle encoder = tjInitCompress();
  if (!pixels || !encoder) fail("memory");
  paint(pixels, 7);
  unsigned char *jpeg = NULL;
  unsigned long size = 0;
  if (tjCompress2(encoder, pixels, WIDTH, 0, HEIGHT, TJPF_RGB, &jpeg, &size, TJSAMP_420, QUALITY, 0))
    fail(tjGetErrorStr2(encoder));
  for (int i = 0; i < count; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%d.jpg", folder, i);
    FILE *file = fopen(path, "wb");
    // Bytes after the end distinguish the photos; decoders ignore them.
    if (!file || fwrite(jpeg, 1, size, file) != size || fprintf(file, "%d", i) < 0 || fclose(file))
      fail(path);
  }
  return 0;
}

static char **files;
static int fileCount;
static atomic_int next;

static void shrink(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status)) fail(path);
  unsigned char *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) fail(path);
  tjhandle decoder = tjInitDecompress();
  int width, height, sampling, colors;
  if (!decoder ||
      tjDecompressHeader3(decoder, bytes, status.st_size, &width, &height, &sampling, &colors))
    fail(path);
  width = (width + 7) / 8;
  height = (height + 7) / 8;
  unsigned char *pixels = malloc((size_t)width * height * 4);
  if (!pixels || tjDecompress2(decoder, bytes, status.st_size, pixels, width, 0, height, TJPF_RGBA,
                               TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE))
    fail(path);
  free(pixels);
  tjDestroy(decoder);
  munmap(bytes, status.st_size);
  close(file);
}

static void *work(void *unused) {
  for (int i; (i = atomic_fetch_add(&next, 1)) < fileCount;) shrink(files[i]);
  return unused;
}

int main(int count, char **arguments) {
  if (count == 4 && !strcmp(arguments[1], "make")) return make(atoi(arguments[2]), arguments[3]);
  if (count < 4 || strcmp(arguments[1], "shrink")) {
    fprintf(stderr, "usage: photos make COUNT FOLDER | photos shrink THREADS FILE...\n");
    return 64;
  }
  files = arguments + 3;
  fileCount = count - 3;
  pthread_t threads[64];
  int threadCount = atoi(arguments[2]);
  if (threadCount < 1 || threadCount > 64) return 64;
  for (int i = 0; i < threadCount; i++)
    if (pthread_create(&threads[i], NULL, work, NULL)) fail("thread");
  for (int i = 0; i < threadCount; i++) pthread_join(threads[i], NULL);
  return 0;
}
