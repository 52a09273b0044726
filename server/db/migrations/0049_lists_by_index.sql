-- Who looks at prompts sees the official ones and their own. Without an index of the official ones every look read the
-- prompts of all families.
create index prompts_official on public.prompts (created_at desc, id desc) where is_official;
create index playlists_official on public.playlists (created_at desc, id desc) where is_official;

-- A person's trash, latest first. The indexes by time alone are for the nightly job: they hold the trash of all.
create index stories_in_own_trash on public.stories (user_id, deleted_at desc, id desc) where deleted_at is not null;
create index storybooks_in_own_trash on public.storybooks (user_id, deleted_at desc, id desc) where deleted_at is not null;
