#ifndef C_TIMELINE_PAGE_H
#define C_TIMELINE_PAGE_H

// The files of `Page`, embedded so that the tool is one file. Each text is UTF-8 and ends in a zero byte.

/// All modules of the page, one after another, with their lines that import and export.
const char *timeline_page_script(void);

/// The modules that a served page has after the others.
const char *timeline_page_live_script(void);

/// The script that inflates the others.
const char *timeline_page_loader(void);

const char *timeline_page_template(void);

/// The part of the template that only a served page has.
const char *timeline_page_live_template(void);

const char *timeline_page_style(void);

/// What `timeline mcp --skill` prints.
const char *timeline_skill(void);

#endif
