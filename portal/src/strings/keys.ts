import { translated } from '../language/translated.ts'

/** The keys of each place. On a Mac, `mod` is ⌘ and `delete` is Backspace; elsewhere, they are Ctrl and Delete. */
export const keysText = translated('keysText', {
  title: 'Keyboard shortcuts',
  groups: [
    {
      title: 'Everywhere',
      keys: [
        { keys: ['mod+K'], does: 'Search everything, or run a command' },
        { keys: ['?'], does: 'Show this list' },
        { keys: ['Esc'], does: 'Close a dialog or a panel' },
      ],
    },
    {
      title: 'Search',
      keys: [
        { keys: ['↑', '↓'], does: 'Go to the next result' },
        { keys: ['Enter'], does: 'Open the result' },
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
        { keys: ['delete'], does: 'Move the selection to the trash' },
        { keys: ['Alt+←', 'Alt+→', 'Alt+↑', 'Alt+↓'], does: 'Move within the open collection' },
        { keys: ['mod+V'], does: 'Upload images from the clipboard' },
      ],
    },
    {
      title: 'Assets, folders, collections and templates',
      keys: [{ keys: ['Shift+F10', 'Menu'], does: 'Open the menu of actions' }],
    },
    {
      title: 'Folders',
      keys: [
        { keys: ['↑', '↓', 'Home', 'End'], does: 'Go to another folder' },
        { keys: ['→', '←'], does: 'Show or hide subfolders' },
        { keys: ['Enter', 'Space'], does: 'Open the folder' },
      ],
    },
    {
      title: 'Full view of an asset',
      keys: [
        { keys: ['←', '→'], does: 'Show the next asset' },
        { keys: ['Page Up', 'Page Down'], does: 'Show the next page of a document' },
      ],
    },
    {
      title: 'Crops, focal points, text boxes and dividers',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Move it' },
        { keys: ['Shift+arrow'], does: 'Move a text box further' },
        { keys: ['Alt+arrow'], does: 'Resize a text box' },
      ],
    },
    {
      title: 'Texts',
      keys: [
        { keys: ['mod+Enter'], does: 'Save' },
        { keys: ['Esc'], does: 'Discard the changes' },
      ],
    },
  ],
})
