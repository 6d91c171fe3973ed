import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type SimulatorRequest, type SimulatorResponse, startSimulator } from './http'

export const tencentKey = { keyId: 'simulator-id', keySecret: 'simulator-key' }

const answer = (Response: object): SimulatorResponse => ({
  body: { Response: { ...Response, RequestId: randomUUID() } },
})
const error = (Code: string, Message: string) => answer({ Error: { Code, Message } })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Computes the signature TC3-HMAC-SHA256 over content type, host and body. */
function signatureOf({ headers, body }: SimulatorRequest, date: string, service: string): string {
  // The client library signs the host without its port, because the real service uses the default port.
  const signed = `content-type:${headers['content-type']}\nhost:${headers.host?.split(':')[0]}\n`
  const canonical = `POST\n/\n\n${signed}\ncontent-type;host\n${sha256(body)}`
  const text = `TC3-HMAC-SHA256\n${headers['x-tc-timestamp']}\n${date}/${service}/tc3_request\n${sha256(canonical)}`
  return hmac(hmac(hmac(hmac(`TC3${tencentKey.keySecret}`, date), service), 'tc3_request'), text).toString('hex')
}

/** Simulates Tencent Cloud SendSms with TC3-HMAC-SHA256; refusals have status 200, as in the real service. */
export async function startTencentSmsSimulator({ now = () => Date.now() / 1000, port = 0 } = {}) {
  const sent: { mobile: string; code: string }[] = []
  /** Mobile numbers for which the simulator returns an error code. */
  const refusals = new Map<string, string>()

  function check(asked: SimulatorRequest): SimulatorResponse | null {
    const { headers } = asked
    const [, keyId, date = '', service = '', signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=content-type;host, Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    if (keyId !== tencentKey.keyId) return error('AuthFailure.SecretIdNotFound', 'The SecretId is not found.')
    const timestamp = Number(headers['x-tc-timestamp'])
    if (Math.abs(timestamp - now()) > 300)
      return error('AuthFailure.SignatureExpire', 'The provided signature expired.')
    // The client library takes the service from the first label of the host name, which is `sms` only in production.
    const expectedService = headers.host?.split('.')[0]
    if (
      service !== expectedService ||
      date !== new Date(timestamp * 1000).toISOString().slice(0, 10) ||
      signature !== signatureOf(asked, date, service)
    )
      return error('AuthFailure.SignatureFailure', 'The provided credentials could not be validated.')
    return null
  }

  const { url, close } = await startSimulator((request): SimulatorResponse => {
    const refused = check(request)
    if (refused) return refused
    if (request.headers['x-tc-action'] !== 'SendSms' || request.headers['x-tc-version'] !== '2021-01-11')
      return error('InvalidAction', 'The action is invalid.')
    if (!request.headers['x-tc-region'])
      return error('MissingParameter', 'The request is missing a required parameter.')
    const body = JSON.parse(request.body)
    const number = String(body.PhoneNumberSet?.[0] ?? '')
    if (!body.SmsSdkAppId || !body.TemplateId || !body.SignName)
      return error('MissingParameter', 'The request is missing a required parameter.')
    const mobile = number.replace(/^\+86/, '')
    const refusal = refusals.get(mobile)
    if (!refusal) sent.push({ mobile, code: body.TemplateParamSet[0] })
    const status = { PhoneNumber: number, Code: refusal ?? 'Ok', Message: refusal ?? 'send success' }
    return answer({ SendStatusSet: [status] })
  }, port)
  return { url, close, sent, refusals }
}
