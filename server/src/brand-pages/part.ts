import type { Html } from '../public-pages/html.ts'

/** A part of the page, which the list of contents names. */
export type Part = { id: string; title: string; body: Html }
