/** The fields that the library writes into a file. Absent fields are removed from the file. */
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
  /** Changes with the fields, for the ETag of files that contain them. */
  digest: string
}
