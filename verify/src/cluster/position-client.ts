import { headers } from '@dxx/contract/signature'
import { clientAt } from '../environment'

/** Calls a server like the web client, which sends the greatest log position of the database that it has received. */
export function positionClient(at: () => string, token: string) {
  let position = '0'
  return async (name: string, input: object, key?: string): Promise<Response> => {
    const options = { headers: { [headers.position]: position }, ...(key && { key }) }
    const response = await clientAt(at(), token).fetch(name, input, options)
    const received = response.headers.get(headers.position)
    if (received && (received === '0' || received > position)) position = received
    return response
  }
}
