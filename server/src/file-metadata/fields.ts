/** Absent fields are removed from the file. */
export type Fields = {
  title?: string | undefined
  description?: string | undefined
  keywords: string[]
  creators: string[]
  credit?: string | undefined
  copyright?: string | undefined
  usageTerms?: string | undefined
  altText?: string | undefined
  /** ISO 8601. */
  rightsExpireAt?: string | undefined
}

export type WrittenMetadata = {
  fields: Fields
  /** Changes with the fields, as a part of the ETag. */
  digest: string
}
