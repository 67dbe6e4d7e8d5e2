import { newCompany, send } from './companies.ts'
import { newTemplate } from './renders.ts'
import { freshConfig, startOn } from './service.ts'

/** A database with a company and a template, for servers in separate processes that a test kills. */
export async function killable(headers: Record<string, string> = {}) {
  const config = await freshConfig({ RENDERS_PER_MINUTE: '0' })
  const service = await startOn(config)
  const company = await newCompany(service, 'Acme')
  const template = await newTemplate(service, company)
  await service.close()
  /** Sends requests of the company to the server at this URL. */
  const as = (url: string) => (method: string, path: string, json?: unknown) =>
    send({ url }, method, path, { json, headers: { authorization: `Bearer ${company.token}`, ...headers } })
  return { config, companyId: company.companyId, template, as }
}
