/** The keys of each place. `mod` is ⌘ on a Mac, and Ctrl elsewhere. */
export const keysText = {
  title: 'Keyboard shortcuts',
  groups: [
    {
      title: 'Everywhere',
      keys: [
        { keys: ['mod+K'], does: 'Search, or jump to a page' },
        { keys: ['?'], does: 'Show this list' },
        { keys: ['Esc'], does: 'Close a dialog or a panel' },
      ],
    },
    {
      title: 'Assets',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Go to the next asset' },
        { keys: ['Page Up', 'Page Down', 'Home', 'End'], does: 'Go further' },
        { keys: ['Enter'], does: 'Open the asset' },
        { keys: ['Space'], does: 'Select the asset' },
        { keys: ['Shift+↑', 'Shift+↓'], does: 'Extend the selection' },
        { keys: ['mod+A'], does: 'Select all loaded assets' },
        { keys: ['Esc'], does: 'Clear the selection' },
      ],
    },
    {
      title: 'An asset in the full window',
      keys: [{ keys: ['←', '→'], does: 'Show the next asset' }],
    },
    {
      title: 'Texts',
      keys: [
        { keys: ['mod+Enter'], does: 'Save' },
        { keys: ['Esc'], does: 'Discard the changes' },
      ],
    },
  ],
}
