/** Addresses of the operator's privacy policy and terms of service; null for one that does not exist. */
export type Policies = { privacy: string | null; terms: string | null }

/** What people agree to by signing up. Its space is reserved while the policies load, so that the buttons below do not move. */
export function PolicyNote({ policies }: { policies: Policies | null }) {
  return (
    <p className="mt-4 min-h-[3lh] text-sm text-muted">
      {policies === null ? null : <Sentence {...policies} />}
    </p>
  )
}

function Sentence({ privacy, terms }: Policies) {
  if (privacy === null && terms === null) {
    return 'Whoever runs this Kinora has published no privacy policy and no terms of service for it. Sign up if you trust them with what you keep here.'
  }
  return (
    <>
      By signing up you agree to the {privacy ? <Policy address={privacy} name="privacy policy" /> : null}
      {privacy && terms ? ' and the ' : null}
      {terms ? <Policy address={terms} name="terms of service" /> : null} of this Kinora.
    </>
  )
}

/** Opens in a new tab, so that what has been typed here is not lost. */
function Policy({ address, name }: { address: string; name: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="text-leaf underline underline-offset-4"
    >
      {name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
