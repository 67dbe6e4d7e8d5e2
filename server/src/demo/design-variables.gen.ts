// Written by scripts/render-demo.ts.
import type { SvgVariable } from '../images/svg-variables.ts'

export const designVariables: Readonly<Record<string, readonly SvgVariable[]>> = {
  "launch-post": [
    {
      "key": "photo",
      "type": "image",
      "default": null
    },
    {
      "key": "panel",
      "type": "color",
      "default": "#1F3D33"
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "headline",
      "type": "text",
      "default": "Made\nfor first\nlight"
    },
    {
      "key": "product",
      "type": "text",
      "default": "The Enamel Mug,\n350 ml"
    },
    {
      "key": "badge",
      "type": "text",
      "default": "NEW",
      "isGroup": true
    },
    {
      "key": "price",
      "type": "text",
      "default": "€18"
    }
  ],
  "trail-story": [
    {
      "key": "photo",
      "type": "image",
      "default": null
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "place",
      "type": "text",
      "default": "LAC DÉTÉ · 14 KM"
    },
    {
      "key": "headline",
      "type": "text",
      "default": "The long way\nto dinner"
    },
    {
      "key": "line",
      "type": "text",
      "default": "Paddle across at six, cook on the far\nside, come back by lantern."
    },
    {
      "key": "accent",
      "type": "color",
      "default": "#D9602B"
    },
    {
      "key": "button",
      "type": "text",
      "default": "See the route"
    }
  ],
  "web-banner": [
    {
      "key": "ground",
      "type": "color",
      "default": "#F2B24C"
    },
    {
      "key": "photo",
      "type": "image",
      "default": null
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "headline",
      "type": "text",
      "default": "Three nights,\none tank of fuel"
    },
    {
      "key": "button",
      "type": "text",
      "default": "Plan the trip"
    },
    {
      "key": "offer",
      "type": "text",
      "default": "Van kitchens from €249"
    }
  ],
  "postcard": [
    {
      "key": "photo",
      "type": "image",
      "default": null
    },
    {
      "key": "greeting",
      "type": "text",
      "default": "Wish you were wet"
    },
    {
      "key": "place",
      "type": "text",
      "default": "North Ridge, the last hour of light"
    },
    {
      "key": "line",
      "type": "text",
      "default": "Print series Places, no. 7"
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "message",
      "type": "text",
      "default": "It rained for three days\nand we did not mind.\nBack on Sunday, with mud."
    },
    {
      "key": "sender",
      "type": "text",
      "default": "Ana, Elias and the dog"
    }
  ],
  "event-flyer": [
    {
      "key": "photo",
      "type": "image",
      "default": null
    },
    {
      "key": "accent",
      "type": "color",
      "default": "#D9602B"
    },
    {
      "key": "title",
      "type": "text",
      "default": "Campfire\ncooking night"
    },
    {
      "key": "when",
      "type": "text",
      "default": "Friday 12 June, 19:30"
    },
    {
      "key": "where",
      "type": "text",
      "default": "Silver Lake, north shore"
    },
    {
      "key": "text",
      "type": "text",
      "default": "Three courses over an open fire, cooked by you.\nWe bring wood, pans and a very patient cook.\n• Flatbread from a hot stone\n• Trout, or beans for those who saw it swim\n• Apples in embers, with too much cinnamon"
    },
    {
      "key": "link",
      "type": "image",
      "default": null
    },
    {
      "key": "call",
      "type": "text",
      "default": "Twelve places.\nBook yours here."
    },
    {
      "key": "footer",
      "type": "text",
      "default": "Acme Outfitters · 12 Sawmill Road, North Ridge · acme.example"
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    }
  ],
  "price-list": [
    {
      "key": "ground",
      "type": "color",
      "default": "#1F3D33"
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "title",
      "type": "text",
      "default": "Camp kitchen"
    },
    {
      "key": "season",
      "type": "text",
      "default": "Prices from 1 March 2026"
    },
    {
      "key": "items",
      "type": "color",
      "default": "#A9BC9A",
      "isGroup": true
    },
    {
      "key": "name",
      "type": "text",
      "default": "Enamel mug, 350 ml",
      "within": [
        "items"
      ]
    },
    {
      "key": "price",
      "type": "text",
      "default": "€18",
      "within": [
        "items"
      ]
    },
    {
      "key": "note",
      "type": "text",
      "default": "All prices include tax. Repairs are free for as long as you own it."
    }
  ],
  "workshop-ticket": [
    {
      "key": "ground",
      "type": "color",
      "default": "#2F6478"
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "title",
      "type": "text",
      "default": "Knots that hold,\nand let go"
    },
    {
      "key": "when",
      "type": "text",
      "default": "9 May, 10:00 to 13:00"
    },
    {
      "key": "where",
      "type": "text",
      "default": "North Ridge store, upstairs"
    },
    {
      "key": "name",
      "type": "text",
      "default": "Noor Haddad"
    },
    {
      "key": "code",
      "type": "image",
      "default": null
    },
    {
      "key": "seat",
      "type": "text",
      "default": "Place 12"
    },
    {
      "key": "member",
      "type": "text",
      "default": "CLUB MEMBER",
      "isGroup": true
    }
  ],
  "coffee-label": [
    {
      "key": "ground",
      "type": "color",
      "default": "#9C3F48"
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "name",
      "type": "text",
      "default": "Early\nBoat"
    },
    {
      "key": "roast",
      "type": "text",
      "default": "dark roast for a tin pot"
    },
    {
      "key": "weight",
      "type": "text",
      "default": "250 g"
    },
    {
      "key": "origin",
      "type": "text",
      "default": "Arabica from Huila and\nSidama. Roasted in North\nRidge. Grind coarse, boil\nonce, wait four minutes."
    },
    {
      "key": "organic",
      "type": "text",
      "default": "Organic",
      "isGroup": true
    },
    {
      "key": "code",
      "type": "image",
      "default": null
    }
  ],
  "quote-languages": [
    {
      "key": "ground",
      "type": "color",
      "default": "#1F3D33"
    },
    {
      "key": "quote",
      "type": "text",
      "default": "There is no\nbad weather,\nonly a dry pair\nof socks."
    },
    {
      "key": "who",
      "type": "text",
      "default": "Maren Holt, guide on the North Trail"
    },
    {
      "key": "logo",
      "type": "image",
      "default": null
    }
  ],
  "palette-sheet": [
    {
      "key": "logo",
      "type": "image",
      "default": null
    },
    {
      "key": "logo_icon",
      "type": "image",
      "default": null
    },
    {
      "key": "title",
      "type": "text",
      "default": "Colors of the season"
    },
    {
      "key": "note",
      "type": "text",
      "default": "Autumn 2026, for shops and printers"
    },
    {
      "key": "color_1",
      "type": "color",
      "default": "#1F3D33"
    },
    {
      "key": "name_1",
      "type": "text",
      "default": "Forest"
    },
    {
      "key": "code_1",
      "type": "text",
      "default": "#1F3D33"
    },
    {
      "key": "color_2",
      "type": "color",
      "default": "#D9602B"
    },
    {
      "key": "name_2",
      "type": "text",
      "default": "Ember"
    },
    {
      "key": "code_2",
      "type": "text",
      "default": "#D9602B"
    },
    {
      "key": "color_3",
      "type": "color",
      "default": "#F2B24C"
    },
    {
      "key": "name_3",
      "type": "text",
      "default": "Sun"
    },
    {
      "key": "code_3",
      "type": "text",
      "default": "#F2B24C"
    },
    {
      "key": "color_4",
      "type": "color",
      "default": "#2F6478"
    },
    {
      "key": "name_4",
      "type": "text",
      "default": "Lake"
    },
    {
      "key": "code_4",
      "type": "text",
      "default": "#2F6478"
    },
    {
      "key": "color_5",
      "type": "color",
      "default": "#9C3F48"
    },
    {
      "key": "name_5",
      "type": "text",
      "default": "Berry"
    },
    {
      "key": "code_5",
      "type": "text",
      "default": "#9C3F48"
    }
  ]
}
