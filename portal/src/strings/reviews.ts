import { translated } from '../language/translated.ts'

export const reviewsText = translated('reviewsText', {
  title: 'Review',
  states: { draft: 'Draft', in_review: 'In review', approved: 'Approved', rejected: 'Rejected' },
  steps: {
    draft: 'Make a draft',
    in_review: 'Submit for review',
    approved: 'Approve',
    rejected: 'Reject',
  },
  stateOf: (state: string) => `Review state: ${state}`,
  change: 'Change review state',
  changeOf: (count: number) =>
    count === 1 ? 'Review 1 asset' : `Review ${count.toLocaleString('en')} assets`,
  changed: (count: number) =>
    count === 1
      ? 'Review state of 1 asset changed'
      : `Review state of ${count.toLocaleString('en')} assets changed`,
  onlyReviewers: 'Admins and owners approve and reject.',
  anyState: 'Any review state',

  history: 'Review history',
  sentences: {
    draft: (who: string) => `${who} made it a draft`,
    in_review: (who: string) => `${who} submitted it for review`,
    approved: (who: string) => `${who} approved it`,
    rejected: (who: string) => `${who} rejected it`,
  },
  someone: 'Somebody',
  version: (version: number) => `version ${version}`,
  showAll: (count: number) => `Show all ${count.toLocaleString('en')} changes`,
  rejectTitle: 'Reject',
  rejectCount: (count: number) =>
    count === 1 ? 'Reject 1 asset' : `Reject ${count.toLocaleString('en')} assets`,
  reason: 'Reason',
  reasonHint: 'Optional. Shown in the review history.',

  settings: 'Reviews',
  settingsText:
    'Assets and templates can be submitted, approved and rejected. A new file needs another review. Admins and owners decide.',
  use: 'Review assets and templates',
  used: 'Reviews are on',
  notUsed: 'Reviews are off',
  approvedOnly: 'Show only approved assets in shares',
  approvedOnlyText: 'Other assets disappear from existing shares until they are approved.',
  limited: 'Shares show only approved assets',
  notLimited: 'Shares show all assets',
})
