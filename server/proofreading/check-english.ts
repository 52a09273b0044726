import { readFileSync } from 'node:fs'
import { Dialect, LocalLinter } from 'harper.js'
import { binary } from 'harper.js/binary'

/*
 * Runs as a process of its own: the rules of English take 350 MB while they are loaded, which are freed when the process ends.
 * Reads `{words, texts}` from its standard input and prints `{findings}`: what Harper says of each text, with offsets in UTF-16
 * units.
 */
const { words, texts }: { words: string[]; texts: string[] } = JSON.parse(readFileSync(0, 'utf8'))
const linter = new LocalLinter({ binary, dialect: Dialect.American })
await linter.setup()
await linter.importWords(words)

const findings: unknown[] = []
for (const [text, content] of texts.entries()) {
  for (const lint of await linter.lint(content, { language: 'plaintext' })) {
    const span = lint.span()
    findings.push({
      text,
      kind: lint.lint_kind(),
      from: span.start,
      to: span.end,
      message: lint.message(),
      replacements: lint
        .suggestions()
        .filter((suggestion) => suggestion.kind() === 0)
        .map((suggestion) => suggestion.get_replacement_text()),
    })
    lint.free()
  }
}
process.stdout.write(JSON.stringify({ findings }))
