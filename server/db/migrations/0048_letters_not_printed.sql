-- A printed book says which letters no font had, so that nobody finds out from the paper.

alter table public.storybook_exports add column unprintable text not null default '';
grant update (unprintable) on public.storybook_exports to kinora_worker;
