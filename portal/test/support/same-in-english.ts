/** Texts that are the same in every language: names, formats, units and examples. */
const everywhere = new Set<string>([])

/** Texts that are the same as in English in one language. */
const inLanguage: Record<string, Set<string>> = {
  de: new Set(['3 mm', '5 mm', 'AVIF', 'Admin', 'Adobe', 'Asset', 'Assets', 'Atelier', 'Audio', 'Backups', 'Barcode', 'Black', 'Bold', 'CMYK', 'CMYK (%), optional', 'CMYK ≈', 'CSS', 'Client', 'Clients', 'Code', 'Code 128', 'Code 39', 'Copyright', 'Cyan', 'Data Matrix', 'Details', 'Downloads', 'EAN-13', 'EAN-8', 'Format', 'Full HD, 1920 × 1080', 'GIMP', 'GS1-128', 'HEX', 'HSL', 'Hamburgefonstiv', 'ID', 'ITF-14', 'Installation', 'JPEG', 'JSON', 'Job', 'Light', 'Link', 'Logo', 'Logos', 'Magenta', 'Medium', 'Name', 'Name A–Z', 'Name Z–A', 'Neutral', 'Normal', 'Optional', 'Orange', 'Original', 'PDF', 'PDF/A-2b', 'PDF/X-4', 'PDF417', 'PNG', 'Pantone', 'Passkey', 'Passkeys', 'Person', 'PostgreSQL', 'Presets', 'RGB', 'Regular', 'Route', 'SCSS', 'SHA-256', 'SVG', 'Scopes', 'Secret', 'Semibold', 'Software', 'Standard', 'Status', 'Story, 1080 × 1920', 'System', 'TIFF', 'Tags', 'Tailwind', 'Text', 'Thin', 'UPC-A', 'UPC-E', 'URL', 'Uploads', 'Version', 'Video', 'Videos', 'WebP', 'Webhooks', 'atelier-backup-codes.txt', 'atelier.env', 'brand:*', 'webhook.env']),
}

export const sameInEnglish = (language: string, text: string) =>
  everywhere.has(text) || inLanguage[language]?.has(text) === true
