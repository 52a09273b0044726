-- A word is found in Community by an index. Whoever looked for a rare one had everything read that was ever published.
create index prompts_words_in_community on public.prompts using gin (words)
  where published_at is not null and hidden_at is null;
create index playlists_words_in_community on public.playlists using gin (words)
  where published_at is not null and hidden_at is null;

-- On a table with policies PostgreSQL compares words only after the policies let a row through, and so takes no index of
-- words. These rows are everybody’s who is signed in, which is what the views say instead.
create view app.community_prompts as
select * from public.prompts where published_at is not null and hidden_at is null;
create view app.community_playlists as
select * from public.playlists where published_at is not null and hidden_at is null;
grant select on app.community_prompts, app.community_playlists to authenticated;
