-- What somebody said about others' stories goes with their account, in whichever way the account ends. 0015 meant it to
-- stay, with the name; 0034 deleted it where people delete their account. docs/decisions/036 says why it goes.
alter table public.comments
  drop constraint comments_author_id_fkey,
  add constraint comments_author_id_fkey foreign key (author_id) references public.profiles (id) on delete cascade;
comment on column public.comments.author_id is
  'Who wrote it; their words go with their account. Null where an archive brought the words of somebody else.';
