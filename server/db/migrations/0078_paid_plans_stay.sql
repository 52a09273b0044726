-- An operator who takes back a grant that there is not, for example to give limits of its own to an account, took away the
-- plan that was paid for: with Stripe until the next job, in the test mode for good.
create or replace function app.set_plan(owner uuid, new_tier text, new_source text, new_limits jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.subscriptions s set own_limits = new_limits where s.user_id = owner;
  update public.subscriptions s set
    tier = new_tier, source = new_source, status = 'active', ends_at = null, period_end = null
  where s.user_id = owner and not (new_source = 'default' and s.source in ('test', 'stripe'))
$$;
