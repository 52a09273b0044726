-- What people say about a story, to everybody who may see it, perhaps at a moment of its recording.

-- What the person whose claims are set may do with a story: 'owner', 'admin', 'editor', 'viewer', or null for nothing.
-- Sharing gives the three in the middle their meaning.
create function app.story_role(owner uuid, story uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case when owner = auth.uid() then 'owner' end
$$;
revoke execute on function app.story_role from public;
grant execute on function app.story_role to authenticated, kinora_worker;

create table public.comments (
  -- The story's owner, as in every row of a family. Who wrote is author_id.
  user_id uuid not null,
  id uuid not null,
  story_id uuid not null,
  -- Whoever closes their account leaves their words with the family they said them to, and their name.
  author_id uuid references public.profiles (id) on delete set null,
  author_name text not null default '',
  text text not null check (text <> ''),
  recording_id uuid,
  at_ms integer check (at_ms >= 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Deleted comments can be brought back by who deleted them, until the nightly job.
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade,
  foreign key (user_id, recording_id) references public.recordings (user_id, id) on delete set null (recording_id),
  check (recording_id is null or at_ms is not null)
);
create index comments_newest on public.comments (user_id, story_id, created_at desc, id desc) where deleted_at is null;
create index comments_of_author on public.comments (author_id);
create index comments_deleted on public.comments (deleted_at) where deleted_at is not null;

-- Names come from the profile, never from whoever writes; words are changed by their author alone.
create function app.on_comment_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.author_name := coalesce(
      (select coalesce(nullif(p.full_name, ''), split_part(p.email, '@', 1)) from public.profiles p where p.id = new.author_id),
      ''
    );
    if new.recording_id is not null and not exists (
      select from public.recordings r
      where r.user_id = new.user_id and r.id = new.recording_id and r.story_id = new.story_id
    ) then
      raise exception 'the recording is of another story' using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;

  if new.text is distinct from old.text then
    if old.author_id is distinct from auth.uid() then
      raise exception 'only its author changes a comment' using errcode = 'insufficient_privilege';
    end if;
    new.edited_at := now();
  end if;
  if new.deleted_at is distinct from old.deleted_at then
    new.deleted_by := case when new.deleted_at is null then null else auth.uid() end;
  end if;
  return new;
end
$$;
create trigger comment_written before insert or update of text, deleted_at on public.comments
for each row execute function app.on_comment_written();

create function app.on_profile_renamed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.comments set author_name = coalesce(nullif(new.full_name, ''), split_part(new.email, '@', 1))
  where author_id = new.id;
  return null;
end
$$;
create trigger comments_follow_the_name after update of full_name on public.profiles
for each row when (old.full_name <> new.full_name) execute function app.on_profile_renamed();

create trigger announce after insert or update or delete on public.comments
  for each row execute function app.announce();

alter table public.comments enable row level security;

create policy "who sees a story sees what is said of it" on public.comments
  for select to authenticated
  using (
    (user_id = (select auth.uid()) or app.story_role(user_id, story_id) is not null)
    and (deleted_at is null or deleted_by = (select auth.uid()))
  );
create policy "who sees a story may say something" on public.comments
  for insert to authenticated
  with check (
    author_id = (select auth.uid()) and deleted_at is null
    and (user_id = (select auth.uid()) or app.story_role(user_id, story_id) is not null)
  );
create policy "authors change and delete what they said, who keeps the story deletes" on public.comments
  for update to authenticated
  using (
    user_id = (select auth.uid())
    or app.story_role(user_id, story_id) = 'admin'
    or (author_id = (select auth.uid()) and app.story_role(user_id, story_id) is not null)
  );
create policy "jobs read what was said" on public.comments
  for select to kinora_worker using (user_id = (select auth.uid()));

grant select on public.comments to authenticated, kinora_worker;
grant insert (user_id, id, story_id, author_id, text, recording_id, at_ms) on public.comments to authenticated;
grant update (text, deleted_at) on public.comments to authenticated;

-- What the nightly job empties.
create function app.empty_deleted_comments(days integer) returns void
language sql security definer set search_path = ''
as $$
  delete from public.comments where deleted_at < now() - make_interval(days => days)
$$;
revoke execute on function app.empty_deleted_comments from public;
grant execute on function app.empty_deleted_comments to kinora_worker;
