/** Finds the parts of a text that give orders to a model. They are no evidence, and no summary may carry them out. */
import { sentences } from './sentences.ts'

const ORDER = [
  /\b(ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(instructions?|prompts?|rules|guidelines|guardrails|directions)\b/i,
  /(?<!\p{L})(ignorera|bortse från|glöm|strunta i|åsidosätt)(?!\p{L})[^.!?]{0,40}\b(instruktion\p{L}*|prompt\p{L}*|regler\p{L}*|anvisning\p{L}*)/iu,
  /\b(system prompt|systemprompt\p{L}*|developer message|jailbreak|prompt injection|systemmeddelande)\b\s*[:>]/iu,
  /<\|?\/?(im_start|im_end|system|assistant|user|source|article|instructions?|inst)\|?>|\[\/?INST\]|^#{2,}\s*(system|instructions?)/im,
  /^\W{0,3}(system|assistant|user|instruction|admin|note to (the )?(ai|model|summari[sz]er)|(viktigt )?meddelande till (ai|modellen))\s*:/i,
  /\b(if you are|as|dear|attention|note to|notice to|message (to|for)|instructions? (to|for)|hey|hello|important for|reminder for)\b[^.!?]{0,25}\b(ai|llms?|(large )?language models?|chat ?bots?|ai assistants?|summari[sz]ers?|ai agents?|automated (systems?|summar\p{L}*))\b[^.!?]{0,60}(:|,|\b(must|should|please|write|say|output|include|respond|reply|state|add|mention|report)\b)/iu,
  /\b(ai|llms?|language models?|chat ?bots?|ai assistants?|summari[sz]ers?|agents?)\b[^.!?]{0,40}\b(summari[sz]ing|reading|processing|translating|parsing)\b[^.!?]{0,30}\b(this|the) (article|text|page|post|story|content)\b/i,
  /\b(du som|till dig som|om du är|obs till|viktigt för|instruktioner? (till|för))\b[^.!?]{0,30}\b(ai|språkmodell\p{L}*|ai-modell\p{L}*|ai-assistent\p{L}*|chattbot\p{L}*|sammanfatt\p{L}*)/iu,
  /\b(your|the|in your|in the|in any) (summary|translation|answer|response|output)\b[^.!?]{0,25}\b(must|should|shall|has to|needs to|is to|ought to)\b/i,
  /\b(when|while|if) (you )?(summari[sz]e|summari[sz]ing|translat(e|ing))\b[^.!?]{0,60}\b(write|say|state|include|add|mention|claim|tell|use|always|must|insert|report|quote)\b/i,
  /\b(write|say|mention|include|add|state|put|note|claim|insert|append)\b[^.!?]{0,60}\b(in|to|into|of) (your|the|any|its|this) (summary|answer|response|output|translation)\b/i,
  /\b(skriv|säg|nämn|ange|lägg till|lägg in|ta med|påstå|inkludera|avsluta|inled|hävda)\b[^.!?]{0,40}\b(sammanfattning|översättning|svar)\p{L}*/iu,
  /\b(din|i din|i sin|sammanfattningen) ?(sammanfattning|översättning|svar)?\b[^.!?]{0,25}\b(ska|måste|bör)\b[^.!?]{0,25}\b(säga|skriva|innehålla|nämna|påstå|hävda|inledas|avslutas|börja|sluta)/iu,
  /\b(när|om) du sammanfattar\b/i,
  /\byou are (now )?(a|an|in|no longer|dan\b)[^.!?]{0,40}\b(assistant|model|mode|bot|ai|dan|copywriter|unrestricted)\b/i,
  /\bdu är (nu )?(en|i|inte längre)\b[^.!?]{0,40}\b(assistent|modell|läge|bott?|ai|språkmodell)\b/i,
  /\b(new|updated|nya|uppdaterade) (instructions?|instruktion\p{L}*|order|uppgift|task)\s*:/iu,
]
// After an order its sentences go on, as long as they sound like orders.
const CONTINUES =
  /^\W{0,3}(instead|then|also|and|write|say|state|tell|respond|reply|answer|output|print|include|add|mention|claim|report|insert|make|do not|don't|never|always|you|your|end|start|begin|use|finally|this is|it is (important|mandatory)|failure|quote|cite|attribute|istället|i stället|skriv|säg|svara|påstå|hävda|nämn|inkludera|lägg|avsluta|börja|inled|citera|ange|gör|rapportera|du|din|och|sedan|använd|uppge|berätta)\b/iu

/** Each order with the sentences that carry it on, as they stand in the text. */
export function injectedSegments(text: string): string[] {
  const found: string[] = []
  for (const paragraph of text.split(/\n+/)) {
    const parts = sentences(paragraph)
    let ordered = false
    for (const part of parts) {
      const order = ORDER.some((pattern) => pattern.test(part))
      ordered = order || (ordered && CONTINUES.test(part))
      if (ordered) found.push(part)
    }
  }
  return found
}
