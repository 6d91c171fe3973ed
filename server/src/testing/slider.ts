import type { StudentCallName } from '@dxx/contract/calls'
import type { Client } from './client'

/** Solves a slider check as the page does. Returns the proof for the next call. */
export async function solveSlider(client: Client, options?: Parameters<Client['call']>[2]): Promise<string> {
  const { id, target } = await client.call('POST /v1/slider_create', {}, options)
  return (await client.call('POST /v1/slider_check', { id, position: target }, options)).slider
}

/** Makes a call and solves the slider check if the call requires it. */
export async function sendPastSlider(
  client: Client,
  name: StudentCallName,
  input: object,
  options?: Parameters<Client['send']>[2],
) {
  const answer = await client.send(name, input, options)
  if (answer.data.error !== 'slider-required') return answer
  return client.send(name, { ...input, slider: await solveSlider(client, options) }, options)
}

export async function callPastSlider(client: Client, name: StudentCallName, input: object): Promise<void> {
  const { code, msg } = await sendPastSlider(client, name, input)
  if (code !== 1) throw new Error(`${name} answered ${code} ${msg}`)
}
