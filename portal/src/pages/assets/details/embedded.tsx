import type { Asset } from '../../../../../sdk/src/index.ts'
import { pageLanguage } from '../../../language/language.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { formatCount } from '../../../ui/amounts.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Part } from '../../../ui/part.tsx'

type Shown = [label: string, value: string | undefined]

const day = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' })

/** Metadata in the file, and facts about fonts, videos and audio. Renders nothing if there are none. */
export function Embedded({ asset: { embedded } }: { asset: Asset }) {
  return (
    <>
      <Section title={text.font} facts={ofFont(embedded.font)} />
      <Section title={text.embedded} facts={[...ofMedia(embedded), ...ofMetadata(embedded)]} />
    </>
  )
}

function Section({ title, facts }: { title: string; facts: Shown[] }) {
  const shown = facts.filter(([, value]) => value !== undefined && value !== '')
  if (shown.length === 0) return null
  return (
    <Part title={title}>
      <Facts>
        {shown.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Part>
  )
}

function ofFont(font: Asset['embedded']['font']): Shown[] {
  if (!font) return []
  const { min, max } = font.weight
  return [
    [text.fontFamily, font.family],
    [text.fontFace, font.face],
    [text.fontWeight, min === max ? `${min}` : `${min}–${max}`],
    [text.fontAxes, font.axes.map((axis) => `${axis.tag} ${axis.min}–${axis.max}`).join(', ')],
    [text.fontScripts, font.scripts.map(nameOfScript).join(', ')],
    [text.fontGlyphs, formatCount(font.glyphs)],
    [text.fontEmbedding, text.fontEmbeddings[font.embedding]],
    [text.fontVersion, font.version],
    [text.fontLicense, font.license],
  ]
}

const scriptNames = new Intl.DisplayNames(pageLanguage(), { type: 'script' })
const nameOfScript = (code: string) => scriptNames.of(code) ?? code

function ofMedia({ video, audio }: Asset['embedded']): Shown[] {
  return [
    [text.videoCodec, video?.codec],
    [text.frameRate, video?.frame_rate === undefined ? undefined : text.framesPerSecond(video.frame_rate)],
    [text.audioCodec, audio?.codec],
    [text.sampleRate, audio?.sample_rate === undefined ? undefined : text.hertz(audio.sample_rate)],
    [text.channels, audio?.channels?.toString()],
  ]
}

function ofMetadata(embedded: Asset['embedded']): Shown[] {
  const { location, resolution, rights_expire_at: end } = embedded
  const labels = text.embeddedFields
  return [
    [labels.title, embedded.title],
    [labels.description, embedded.description],
    [labels.alt_text, embedded.alt_text],
    [labels.keywords, embedded.keywords?.join(', ')],
    [labels.creators, embedded.creators?.join(', ')],
    [labels.credit, embedded.credit],
    [labels.copyright, embedded.copyright],
    [labels.usage_terms, embedded.usage_terms],
    [labels.rights_expire_at, end && day.format(new Date(end))],
    [labels.taken_at, embedded.taken_at?.replace('T', ' ')],
    [labels.camera, embedded.camera],
    [labels.lens, embedded.lens],
    [labels.software, embedded.software],
    [labels.color_profile, embedded.color_profile],
    [text.resolution, resolution === undefined ? undefined : text.dotsPerInch(resolution)],
    [text.location, location && `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`],
  ]
}
