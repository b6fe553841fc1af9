// cmark-gfm: CommonMark with GitHub's extensions. Swift can't import the node types that extensions
// add, because they are variables.
#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <string.h>

// Returns a node's kind, in the order of MarkdownNode.Kind.
static inline int pd_markdown_kind(cmark_node *node) {
  switch (cmark_node_get_type(node)) {
  case CMARK_NODE_DOCUMENT: return 1;
  case CMARK_NODE_BLOCK_QUOTE: return 2;
  case CMARK_NODE_LIST: return 3;
  case CMARK_NODE_ITEM: return 4;
  case CMARK_NODE_CODE_BLOCK: return 5;
  case CMARK_NODE_HTML_BLOCK: return 6;
  case CMARK_NODE_PARAGRAPH: return 7;
  case CMARK_NODE_HEADING: return 8;
  case CMARK_NODE_THEMATIC_BREAK: return 9;
  case CMARK_NODE_FOOTNOTE_DEFINITION: return 10;
  case CMARK_NODE_TEXT: return 11;
  case CMARK_NODE_SOFTBREAK: return 12;
  case CMARK_NODE_LINEBREAK: return 12;
  case CMARK_NODE_CODE: return 13;
  case CMARK_NODE_HTML_INLINE: return 14;
  case CMARK_NODE_EMPH: return 15;
  case CMARK_NODE_STRONG: return 16;
  case CMARK_NODE_LINK: return 17;
  case CMARK_NODE_IMAGE: return 18;
  case CMARK_NODE_FOOTNOTE_REFERENCE: return 19;
  default: break;
  }
  const char *name = cmark_node_get_type_string(node);
  if (strcmp(name, "strikethrough") == 0) return 20;
  if (strcmp(name, "table") == 0) return 21;
  if (strcmp(name, "table_header") == 0 || strcmp(name, "table_row") == 0) return 22;
  if (strcmp(name, "table_cell") == 0) return 23;
  return 0;
}

static inline cmark_parser *_Nullable pd_markdown_parser(bool with_tables) {
  // A single tilde is a range of times or a wave, and strikes nothing out.
  cmark_parser *parser =
      cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE);
  const char *names[] = {"strikethrough", "autolink", "table"};
  for (int i = 0; i < (with_tables ? 3 : 2); i++) {
    cmark_syntax_extension *extension = cmark_find_syntax_extension(names[i]);
    if (extension) cmark_parser_attach_syntax_extension(parser, extension);
  }
  return parser;
}
