// The few functions of chafa that the picture program uses, declared here because chafa's headers
// need those of GLib, which Debian doesn't install with them. All are part of libchafa's stable ABI
// since 1.8.
#ifndef PHOTODIARY_CCHAFA_H
#define PHOTODIARY_CCHAFA_H

typedef struct ChafaCanvas ChafaCanvas;
typedef struct ChafaCanvasConfig ChafaCanvasConfig;
typedef struct ChafaSymbolMap ChafaSymbolMap;

// GLib's gboolean, gint and enums are C ints; gunichar is an unsigned int.
enum {
  PD_CHAFA_MODE_TRUECOLOR = 0,
  PD_CHAFA_MODE_INDEXED_240 = 2,
  PD_CHAFA_MODE_INDEXED_16 = 3,
  PD_CHAFA_MODE_FGBG = 5,
  PD_CHAFA_MODE_INDEXED_8 = 6
};
enum { PD_CHAFA_PIXELS_SIXEL = 1 };
enum { PD_CHAFA_PIXELS_RGBA8 = 4 };
enum { PD_CHAFA_DITHER_NONE = 0, PD_CHAFA_DITHER_ORDERED = 1, PD_CHAFA_DITHER_DIFFUSION = 2 };
enum { PD_CHAFA_COLOR_SPACE_RGB = 0, PD_CHAFA_COLOR_SPACE_DIN99D = 1 };
enum {
  PD_CHAFA_SPACE = 1 << 0,
  PD_CHAFA_SOLID = 1 << 1,
  PD_CHAFA_STIPPLE = 1 << 2,
  PD_CHAFA_BLOCK = 1 << 3,
  PD_CHAFA_QUAD = 1 << 7,
  PD_CHAFA_HALF = (1 << 8) | (1 << 9)
};

void chafa_set_n_threads(int n);

ChafaSymbolMap *chafa_symbol_map_new(void);
void chafa_symbol_map_unref(ChafaSymbolMap *map);
void chafa_symbol_map_add_by_tags(ChafaSymbolMap *map, int tags);

ChafaCanvasConfig *chafa_canvas_config_new(void);
void chafa_canvas_config_unref(ChafaCanvasConfig *config);
void chafa_canvas_config_set_geometry(ChafaCanvasConfig *config, int width, int height);
void chafa_canvas_config_set_canvas_mode(ChafaCanvasConfig *config, int mode);
void chafa_canvas_config_set_color_space(ChafaCanvasConfig *config, int space);
void chafa_canvas_config_set_cell_geometry(ChafaCanvasConfig *config, int width, int height);
void chafa_canvas_config_set_pixel_mode(ChafaCanvasConfig *config, int mode);
void chafa_canvas_config_set_symbol_map(ChafaCanvasConfig *config, const ChafaSymbolMap *map);
void chafa_canvas_config_set_work_factor(ChafaCanvasConfig *config, float factor);
void chafa_canvas_config_set_dither_mode(ChafaCanvasConfig *config, int mode);

ChafaCanvas *chafa_canvas_new(const ChafaCanvasConfig *config);
void chafa_canvas_unref(ChafaCanvas *canvas);
void chafa_canvas_draw_all_pixels(
    ChafaCanvas *canvas, int pixels, const unsigned char *bytes, int width, int height, int stride);
unsigned int chafa_canvas_get_char_at(ChafaCanvas *canvas, int x, int y);
void chafa_canvas_get_raw_colors_at(ChafaCanvas *canvas, int x, int y, int *fg, int *bg);

/// GLib's GString.
typedef struct {
  char *text;
  unsigned long count;
  unsigned long capacity;
} pd_chafa_text;

pd_chafa_text *chafa_canvas_print(ChafaCanvas *canvas, void *terminal);

/// Returns the output for a terminal unknown to chafa. Only GLib can free it, so it remains
/// allocated until the program ends.
static inline pd_chafa_text *pd_chafa_print(ChafaCanvas *canvas) {
  return chafa_canvas_print(canvas, 0);
}

#endif
