import type { Html } from '../public-pages/html.ts'

/** A part of the page, listed in the table of contents. */
export type Part = { id: string; title: string; body: Html }
