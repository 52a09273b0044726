-- A file of a book says which pictures and voices it had to be made without, so that nobody finds out from thirty printed copies.

alter table public.storybook_exports add column left_out jsonb not null default '[]';
grant update (left_out) on public.storybook_exports to kinora_worker;
