-- What a chunk of a recording costs the database (docs/decisions/013). It moved the end of its recording, noted itself, and
-- counted the room it takes; every policy by which something may be shared was looked at for each of them.

-- Room is taken for the chunks that follow as well (server/features/recordings/chunks.ts): while a recording comes in,
-- `media.size_bytes` is the room that was taken and no longer what has come, which `recordings.received_bytes` says.

-- With the time in the index no update of a recording could stay on its page. Few come in at once: the time is read from
-- their rows.
create index recordings_receiving on public.recordings (user_id, id) where state = 'receiving';
drop index public.recordings_silent;

-- Takes the next chunk of a recording of one's own, and may do nothing else.
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'kinora_recorder') then
      create role kinora_recorder nologin noinherit;
    end if;
  exception
    when duplicate_object or unique_violation then null; -- roles belong to the cluster
  end;
  begin
    grant kinora_recorder to current_user;
  exception
    when others then
      if not pg_has_role(current_user, 'kinora_recorder', 'member') then raise; end if;
  end;
end
$$;
grant usage on schema app, public, auth to kinora_recorder;
grant execute on function auth.jwt(), auth.uid() to kinora_recorder;

grant select (user_id, id, state, next_index, received_bytes, original_media_id) on public.recordings to kinora_recorder;
grant update (next_index, received_bytes, last_chunk_at) on public.recordings to kinora_recorder;
grant insert (user_id, recording_id, index, byte_offset, size, sha256) on public.recording_chunks to kinora_recorder;
grant select (user_id, id, size_bytes, storage_key) on public.media to kinora_recorder;
grant update (size_bytes) on public.media to kinora_recorder;

create policy "the recorder moves the end of what is coming in" on public.recordings for select to kinora_recorder
  using (user_id = (select auth.uid()));
create policy "the recorder moves only that" on public.recordings for update to kinora_recorder
  using (user_id = (select auth.uid()) and state = 'receiving');
create policy "the recorder notes chunks of one’s own" on public.recording_chunks for insert to kinora_recorder
  with check (user_id = (select auth.uid()));
create policy "the recorder finds where the bytes go" on public.media for select to kinora_recorder
  using (user_id = (select auth.uid()));
create policy "the recorder takes room while they come" on public.media for update to kinora_recorder
  using (user_id = (select auth.uid()) and state = 'receiving');
