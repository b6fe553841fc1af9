#include "qr_code.h"

#include <loader.h>
#include <qrencode.h>

// The soname must match the header: code compiled against one version doesn't fit another.
#define LIBRARY "libqrencode.so.4"

static __typeof__(QRcode_encodeString8bit) *encode;
static __typeof__(QRcode_free) *discard;

const char *pd_qr_library(void) { return LIBRARY; }

bool pd_qr_load(void) {
  if (encode) return true;
  const pd_function functions[] = {
      {&discard, "QRcode_free"}, {&encode, "QRcode_encodeString8bit"}};
  return pd_load(LIBRARY, functions, 2);
}

int pd_qr_encode(const char *text, unsigned char *modules) {
  QRcode *code = encode(text, 0, QR_ECLEVEL_L);
  if (!code) return 0;
  int width = code->width <= PD_QR_LONGEST ? code->width : 0;
  for (int i = 0; i < width * width; i++) modules[i] = code->data[i] & 1;
  discard(code);
  return width;
}
