-- Books as PDF for print and as a folder of plain pages, besides e-books; and codes in print that open the recordings.

alter table public.storybook_exports
  drop constraint storybook_exports_format_check,
  add constraint storybook_exports_format_check check (format in ('epub', 'pdf', 'html')),
  -- Whether the chapters carry a code that opens their story's public link.
  add column voice_links boolean not null default false;
