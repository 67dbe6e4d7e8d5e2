/** Texts that are the same in every language: names, formats, units and examples. */
const everywhere = new Set<string>(['3 mm', '5 mm', 'AVIF', 'Adobe', 'Atelier', 'CSS', 'Code 128', 'Code 39', 'Data Matrix', 'EAN-13', 'EAN-8', 'GIMP', 'GS1-128', 'HEX', 'ID', 'ITF-14', 'JPEG', 'JSON', 'PDF', 'PDF/A-2b', 'PDF/X-4', 'PDF417', 'PNG', 'Pantone', 'PostgreSQL', 'SCSS', 'SHA-256', 'SVG', 'TIFF', 'Tailwind', 'UPC-A', 'UPC-E', 'URL', 'WebP', 'atelier.env', 'brand:*', 'webhook.env'])

/** Texts that are the same as in English in one language. */
const inLanguage: Record<string, Set<string>> = {
  de: new Set(['Admin', 'Asset', 'Assets', 'Audio', 'Backups', 'Barcode', 'Black', 'Bold', 'CMYK', 'CMYK (%), optional', 'CMYK ≈', 'Client', 'Clients', 'Code', 'Copyright', 'Cyan', 'Details', 'Downloads', 'Format', 'Full HD, 1920 × 1080', 'HSL', 'Hamburgefonstiv', 'Installation', 'Job', 'Light', 'Link', 'Logo', 'Logos', 'Magenta', 'Medium', 'Name', 'Name A–Z', 'Name Z–A', 'Neutral', 'Normal', 'Optional', 'Orange', 'Original', 'Passkey', 'Passkeys', 'Person', 'Presets', 'RGB', 'Regular', 'Route', 'Scopes', 'Secret', 'Semibold', 'Software', 'Standard', 'Status', 'Story, 1080 × 1920', 'System', 'Tags', 'Text', 'Thin', 'Uploads', 'Version', 'Video', 'Videos', 'Webhooks', 'atelier-backup-codes.txt']),
  fr: new Set(['Accent', 'Active', 'Archives', 'Audio', 'Axes', 'Client', 'Clients', 'Collection', 'Collections', 'Copyright', 'Cyan', 'Date', 'Description', 'Design tokens', 'Dimensions', 'Document', 'Documents', 'E-mail', 'Format', 'Full HD, 1920 × 1080', 'Hamburgefonstiv', 'Image', 'Images', 'Inactive', 'Installation', 'Introduction', 'Invitations', 'Logo', 'Logos', 'Magenta', 'Message', 'Monochrome', 'Normal', 'Orange', 'Orientation', 'Original', 'Page', 'Pages', 'Photos', 'Portrait', 'Route', 'Scopes', 'Secret', 'Sections', 'Sessions', 'Story, 1080 × 1920', 'Style', 'Tags', 'Turquoise', 'Type', 'Variables', 'Version', 'Versions', 'Webhooks']),
  es: new Set(['Audio', 'CMYK', 'CMYK ≈', 'Color', 'Editor', 'Full HD, 1920 × 1080', 'HSL', 'Hamburgefonstiv', 'Magenta', 'No', 'Normal', 'Original', 'RGB', 'Software', 'Variables', 'Webhooks']),
  ja: new Set(['CMYK', 'CMYK ≈', 'HSL', 'RGB']),
}

export const sameInEnglish = (language: string, text: string) =>
  everywhere.has(text) || inLanguage[language]?.has(text) === true
