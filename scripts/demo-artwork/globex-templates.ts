import type { Drawing } from './drawing.ts'
import * as events from './globex-events.ts'
import * as papers from './globex-papers.ts'
import * as posts from './globex-posts.ts'
import * as slides from './globex-slides.ts'

export const globexTemplates: Readonly<Record<string, Drawing>> = {
  'title-slide': { draw: slides.titleSlide },
  'pitch-deck': { draw: slides.pitchDeck },
  'data-slide': { draw: slides.dataSlide },
  'quarterly-report': { draw: papers.reportCover },
  'case-study': { draw: papers.caseStudy },
  'fact-sheet': { draw: papers.factSheet },
  'white-paper': { draw: papers.whitepaper },
  'hiring-post': { draw: posts.companyPost },
  'number-post': { draw: posts.statPost },
  'profile-header': { draw: posts.profileHeader },
  'product-story': { draw: posts.productStory },
  'webinar-banner': { draw: events.webinarBanner },
  'event-badge': { draw: events.eventBadge },
  'roll-up': { draw: events.rollUp },
}
