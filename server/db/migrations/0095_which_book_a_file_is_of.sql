-- A file of a book stays as it was made while the book goes on being corrected: it knows which state of the book it is of.

alter table public.storybook_exports add column book_state text;
grant update (book_state) on public.storybook_exports to kinora_worker;
