import type { Asset } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { formatCount } from '../../../ui/amounts.ts'
import { Copied, Fact, Facts, Metadata } from '../../../ui/facts.tsx'
import { fileSize } from '../../../ui/file-size.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { Part } from '../../../ui/part.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

export function About({ asset }: { asset: Asset }) {
  const { page, encrypted } = asset.embedded
  return (
    <>
      <Part title={text.about}>
        <Facts>
          <Fact label={text.fileName}>{asset.filename}</Fact>
          <Fact label={text.format}>{asset.mime_type}</Fact>
          <Fact label={text.size}>{fileSize(asset.size)}</Fact>
          {asset.width !== null && asset.height !== null && (
            <Fact label={text.dimensions}>{text.pixels(asset.width, asset.height)}</Fact>
          )}
          {asset.duration !== null && <Fact label={text.duration}>{clock(asset.duration)}</Fact>}
          {asset.page_count !== null && <Fact label={text.pages}>{formatCount(asset.page_count)}</Fact>}
          {page && <Fact label={text.pageSize}>{text.millimeters(page.width, page.height)}</Fact>}
          {encrypted && <Fact label={text.encrypted}>{text.isEncrypted}</Fact>}
          <Fact label={text.folder}>{asset.folder_path}</Fact>
          <Fact label={text.created}>
            <RelativeTime at={asset.created_at} />
            {asset.created_by && ` ${text.createdBy} ${asset.created_by.name}`}
            {asset.uploader && <UploadedBy uploader={asset.uploader} />}
          </Fact>
          <Fact label={text.changed}>
            <RelativeTime at={asset.updated_at} />
          </Fact>
          {asset.external_id !== null && <Fact label={text.externalId}>{asset.external_id}</Fact>}
          <Fact label={text.id}>
            <Copied value={asset.id} label={text.id} />
          </Fact>
          <Fact label={text.checksum}>
            <Copied value={asset.checksum} label={text.checksum} />
          </Fact>
        </Facts>
      </Part>
      {Object.keys(asset.metadata).length > 0 && (
        <Part title={text.metadata}>
          <Metadata of={asset.metadata} />
        </Part>
      )}
    </>
  )
}

function UploadedBy({ uploader: { share_id, name } }: { uploader: NonNullable<Asset['uploader']> }) {
  const company = useCompany()
  const visitor = name ?? text.aVisitor
  return (
    <>
      {` ${text.createdBy} ${visitor} `}
      {company.can('shares:write') ? (
        <LinkAnchor to="/c/$company/shares/$share" params={{ company: company.id, share: share_id }} fz="sm">
          {text.throughShare}
        </LinkAnchor>
      ) : (
        text.throughShare
      )}
    </>
  )
}

/** Formats a duration: "1:02:03", "0:07". */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (number: number) => String(number).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
