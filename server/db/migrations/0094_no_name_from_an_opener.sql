-- Who opened an account for another's address names its profile, and the account forgets them when its owner comes
-- (docs/decisions/084): the profile does, too. Once an address or a phone is proven the profile is its owner's alone.
create or replace function app.on_user_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named text := coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', '');
begin
  if tg_op = 'UPDATE' then
    update public.profiles set email = coalesce(new.email, '') where id = new.id and email <> coalesce(new.email, '');
    -- Whoever is in by a wallet alone, or without a name, has neither.
    if coalesce(old.email, old.phone, '') <> '' and old.email_confirmed_at is null and old.phone_confirmed_at is null then
      update public.profiles set full_name = named where id = new.id and full_name <> named;
    end if;
    return new;
  end if;

  insert into public.profiles (id, full_name, email) values (new.id, named, coalesce(new.email, ''));
  insert into public.subscriptions (user_id, tier) values (new.id, app.default_tier());
  insert into public.usage_tracking (user_id) values (new.id);
  return new;
end
$$;

create or replace trigger profile_of_user after insert or update of email, raw_user_meta_data on auth.users
for each row execute function app.on_user_written();
