import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type SimulatorRequest, type SimulatorResponse, startSimulator } from './http'

export const aliyunKey = { keyId: 'simulator-key', keySecret: 'simulator-secret' }

const error = (status: number, Code: string, Message: string): SimulatorResponse => ({
  status,
  body: { Code, Message, RequestId: randomUUID() },
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Computes Aliyun's signature version 3 over the headers with these names. */
function signatureOf({ method, path, query, headers, body }: SimulatorRequest, names: string[]): string {
  const canonicalQuery = [...query.keys()]
    .sort()
    .map((name) => `${percentEncode(name)}=${percentEncode(query.get(name)!)}`)
  const canonical = [
    method,
    path,
    canonicalQuery.join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  return createHmac('sha256', aliyunKey.keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
}

/** Simulates Aliyun SendSms, with its checks of key, signature, time and nonce. */
export async function startAliyunSmsSimulator({ now = () => Date.now() / 1000, port = 0 } = {}) {
  const sent: { mobile: string; code: string }[] = []
  const nonces = new Set<string>()
  /** Mobile numbers for which the simulator returns an error code. */
  const refusals = new Map<string, string>()

  function check(asked: SimulatorRequest): SimulatorResponse | null {
    const { headers, body } = asked
    const [, keyId, signedHeaders = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    if (keyId !== aliyunKey.keyId)
      return error(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.')
    const names = signedHeaders.split(';')
    const must = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-acs-'))
    const header = (name: string) => String(headers[name] ?? '')
    const complete = must.every((name) => names.includes(name)) && header('x-acs-content-sha256') === sha256(body)
    if (!complete || signature !== signatureOf(asked, names))
      return error(400, 'SignatureDoesNotMatch', 'Specified signature is not matched with our calculation.')
    if (Math.abs(Date.parse(header('x-acs-date')) / 1000 - now()) > 900)
      return error(400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.')
    if (nonces.has(header('x-acs-signature-nonce')))
      return error(400, 'SignatureNonceUsed', 'Specified signature nonce was used already.')
    nonces.add(header('x-acs-signature-nonce'))
    return null
  }

  const { url, close } = await startSimulator((request): SimulatorResponse => {
    const refused = check(request)
    if (refused) return refused
    const { query, headers } = request
    if (headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25')
      return error(404, 'InvalidAction.NotFound', 'Specified api is not found.')
    const mobile = query.get('PhoneNumbers') ?? ''
    if (!query.get('SignName')) return error(400, 'MissingSignName', 'SignName is mandatory for this action.')
    if (!query.get('TemplateCode')) return error(400, 'MissingTemplateCode', 'TemplateCode is mandatory.')
    const refusal = refusals.get(mobile)
    if (refusal) return error(200, refusal, refusal)
    sent.push({ mobile, code: JSON.parse(query.get('TemplateParam') ?? '{}').code })
    return { body: { Code: 'OK', Message: 'OK', BizId: randomUUID(), RequestId: randomUUID() } }
  }, port)
  return { url, close, sent, refusals }
}
