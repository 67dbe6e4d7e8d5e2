import type { ReactNode } from 'react'
import classes from './code-block.module.css'

/** Syntax that the displayed languages share: comments, declared names, strings, numbers and colors. */
const pattern = new RegExp(
  [
    /(?<comment>\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|# ).*$)/,
    /(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:)|(?:--|[$@])[\w-]+)/,
    /(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/,
    /(?<number>#[0-9a-fA-F]{3,8}\b|(?<![\w-])\d+(?:\.\d+)?\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

/** Syntax highlighting in a few colors; anything unknown stays plain. */
export function Highlighted({ code }: { code: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!
    parts.push(code.slice(end, match.index))
    parts.push(
      <span key={match.index} className={classes[kind]}>
        {match[0]}
      </span>,
    )
    end = match.index + match[0].length
  }
  return [...parts, code.slice(end)]
}
