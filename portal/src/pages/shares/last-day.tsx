import { pageLanguage } from '../../language/language.ts'

const day = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' })

/** The last day on which visitors can open a share. An end at midnight belongs to the day before. */
export const LastDay = ({ at }: { at: string }) => (
  <time dateTime={at}>{day.format(new Date(Date.parse(at) - 1))}</time>
)
