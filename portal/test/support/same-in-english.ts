/** Texts that are the same in every language: names, formats, units and examples. */
const everywhere = new Set<string>(['3 mm', '5 mm', 'AVIF', 'Adobe', 'Atelier', 'Audio', 'CSS', 'Code 128', 'Code 39', 'Data Matrix', 'EAN-13', 'EAN-8', 'Full HD, 1920 × 1080', 'GIMP', 'GS1-128', 'HEX', 'Hamburgefonstiv', 'ID', 'ITF-14', 'JPEG', 'JSON', 'Magenta', 'Normal', 'Original', 'PDF', 'PDF/A-2b', 'PDF/X-4', 'PDF417', 'PNG', 'Pantone', 'PostgreSQL', 'SCSS', 'SHA-256', 'SVG', 'TIFF', 'Tailwind', 'UPC-A', 'UPC-E', 'URL', 'WebP', 'Webhooks', 'atelier.env', 'brand:*', 'webhook.env'])

/** Texts that are the same as in English in one language. */
const inLanguage: Record<string, Set<string>> = {
  de: new Set(['Admin', 'Asset', 'Assets', 'Backups', 'Barcode', 'Black', 'Bold', 'CMYK', 'CMYK (%), optional', 'CMYK ≈', 'Client', 'Clients', 'Code', 'Copyright', 'Cyan', 'Details', 'Downloads', 'Format', 'HSL', 'Installation', 'Job', 'Light', 'Link', 'Logo', 'Logos', 'Medium', 'Name', 'Name A–Z', 'Name Z–A', 'Neutral', 'Optional', 'Orange', 'Passkey', 'Passkeys', 'Person', 'Presets', 'RGB', 'Regular', 'Route', 'Scopes', 'Secret', 'Semibold', 'Software', 'Standard', 'Status', 'Story, 1080 × 1920', 'System', 'Tags', 'Text', 'Thin', 'Uploads', 'Version', 'Video', 'Videos', 'atelier-backup-codes.txt']),
  fr: new Set(['Accent', 'Active', 'Archives', 'Axes', 'Client', 'Clients', 'Collection', 'Collections', 'Copyright', 'Cyan', 'Date', 'Description', 'Design tokens', 'Dimensions', 'Document', 'Documents', 'E-mail', 'Format', 'Image', 'Images', 'Inactive', 'Installation', 'Introduction', 'Invitations', 'Logo', 'Logos', 'Message', 'Monochrome', 'Orange', 'Orientation', 'Page', 'Pages', 'Photos', 'Portrait', 'Route', 'Scopes', 'Secret', 'Sections', 'Sessions', 'Story, 1080 × 1920', 'Style', 'Tags', 'Turquoise', 'Type', 'Variables', 'Version', 'Versions']),
  es: new Set(['CMYK', 'CMYK ≈', 'Color', 'Editor', 'HSL', 'No', 'RGB', 'Software', 'Variables']),
}

export const sameInEnglish = (language: string, text: string) =>
  everywhere.has(text) || inLanguage[language]?.has(text) === true
