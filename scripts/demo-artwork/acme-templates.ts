import * as banners from './acme-banners.ts'
import * as mail from './acme-mail.ts'
import * as posters from './acme-posters.ts'
import * as posts from './acme-posts.ts'
import * as retail from './acme-retail.ts'
import * as stationery from './acme-stationery.ts'
import * as stories from './acme-stories.ts'
import type { Drawing } from './drawing.ts'

export const acmeTemplates: Readonly<Record<string, Drawing>> = {
  'product-post': { draw: posts.productPost },
  'season-story': { draw: stories.seasonStory },
  'cover-image': { draw: banners.coverImage },
  'checklist-pin': { draw: banners.pin },
  'video-thumbnail': { draw: stories.videoThumbnail },
  'network-banner': { draw: banners.networkBanner },
  'quote-card': { draw: banners.quoteCard },
  'sale-post': { draw: posts.salePost },
  'packing-carousel': { draw: posts.packingCarousel },
  'reel-cover': { draw: stories.reelCover },
  'trail-clip': { draw: stories.trailClip },
  'product-teaser': { draw: stories.teaser },
  'campaign-poster': { draw: posters.campaignPoster },
  'park-poster': { draw: posters.parkPoster },
  'business-card': { draw: stationery.businessCard },
  letterhead: { draw: stationery.letterhead },
  'gift-card': { draw: stationery.giftCard },
  'hang-tag': { draw: retail.hangTag },
  'shelf-talker': { draw: retail.shelfTalker },
  'window-banner': { draw: retail.windowBanner },
  'gear-book-cover': { draw: posters.catalogueCover },
  'trail-flyer': { draw: posters.trailFlyer },
  'campfire-ticket': { draw: stationery.ticket },
  'email-header': { draw: mail.emailHeader },
  newsletter: { draw: mail.newsletter },
  'cart-reminder': { draw: mail.cartReminder },
}
