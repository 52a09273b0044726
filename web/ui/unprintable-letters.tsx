export type UnprintableLettersProps = {
  /** The missing letters, separated by spaces. */
  letters: string
  /** What could not show them, as the beginning of a sentence: "The PDF". */
  thing: string
}

/** Says beside a printed file which letters it lacks, and how they can be added. */
export function UnprintableLetters({ letters, thing }: UnprintableLettersProps) {
  return (
    <div role="alert" className="w-full rounded-card bg-warn-tint p-4 text-warn">
      <p>
        {thing} leaves out letters that no font on the server has:{' '}
        <bdi className="wrap-anywhere font-semibold">{letters}</bdi>
      </p>
      <p className="mt-2">
        Emoji are left out; other letters show as […]. Whoever runs this server can add a font for them to its
        fonts folder; then make it again.
      </p>
    </div>
  )
}
