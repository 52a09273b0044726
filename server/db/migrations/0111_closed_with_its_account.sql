-- An operator may delete an account so that its row stays: nobody comes back to it, and what it holds is kept for those whom the
-- operator hands it to. All that it had opened to others stayed open, and it was asked and told things, and paid for, as before.
create function app.close_for_good(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.shared_access where user_id = person or shared_with_user_id = person;
  delete from public.invitations where user_id = person;
  delete from public.public_profiles where user_id = person;
  update public.prompts set published_at = null where user_id = person and published_at is not null;
  update public.playlists set published_at = null where user_id = person and published_at is not null;
  update public.public_links set revoked_at = now() where user_id = person and revoked_at is null;
  update public.recording_links set revoked_at = now() where user_id = person and revoked_at is null;
  -- With the mails that were sent, whose addresses write into the account.
  delete from public.weekly_questions where user_id = person;
  delete from public.push_devices where user_id = person;
  delete from public.notices where user_id = person;
  -- What the accounts keep in place of the address is none that anything could be mailed to.
  update public.profiles set email = '' where id = person;
  perform app.add_job('end_stripe_subscription', json_build_object('customerId', s.stripe_customer_id)::jsonb)
  from public.subscriptions s where s.user_id = person and s.stripe_customer_id is not null;
end
$$;
revoke execute on function app.close_for_good from public;

create function app.on_user_closed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.close_for_good(new.id);
  return null;
end
$$;
create trigger all_closes_with_user after update of deleted_at on auth.users
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function app.on_user_closed();

create or replace function app.on_user_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named text := coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', '');
  address text := case when new.deleted_at is null then coalesce(new.email, '') else '' end;
begin
  if tg_op = 'UPDATE' then
    update public.profiles set email = address where id = new.id and email <> address;
    -- Whoever is in by a wallet alone, or without a name, has neither.
    if coalesce(old.email, old.phone, '') <> '' and old.email_confirmed_at is null and old.phone_confirmed_at is null then
      update public.profiles set full_name = named where id = new.id and full_name <> named;
    end if;
    return new;
  end if;

  insert into public.profiles (id, full_name, email) values (new.id, named, address);
  insert into public.subscriptions (user_id, tier) values (new.id, app.default_tier());
  insert into public.usage_tracking (user_id) values (new.id);
  return new;
end
$$;

select app.close_for_good(u.id) from auth.users u where u.deleted_at is not null;
