/** Comments from agents that read pages on behalf of someone. `{page}` is replaced with the page's URL. */
export const agentComments: { readonly helps: readonly string[]; readonly lacks: readonly string[] } = {
  helps: [
    "Task completed with the information on {page}. The code sample was used without changes.",
    "The user's question was answered from this page alone.",
    "Structure of {page} was easy to follow; parameters and limits were found in the table.",
  ],
  lacks: [
    "The user asked for a rate limit per key. The documentation only gives one per account. I answered with a guess.",
    "No machine-readable example on {page}; the answer was assembled from prose.",
    "{page} took three requests to find. Its title does not contain the terms that the user used.",
    "The user asked for a complete example. {page} shows parts of one.",
    "I could not find which error is returned when the cursor has expired.",
    "The sample on {page} returned 422 in the sandbox: `carrier` must be one of a list that is not documented.",
    "Two pages contradict each other on the retry schedule: {page} and the reference of the subscription.",
    "No example request in TypeScript. Generated one from the OpenAPI document instead.",
    "The page mentions an operation to replay deliveries but does not link it. I found it through llms.txt.",
    "Could not tell from {page} whether times are in UTC or in the port's time zone.",
    "The user wanted to delete an uploaded document. No operation for it is documented.",
    "The anchor in the link to {page} no longer exists.",
    "The field `hold.authority` has no list of values; code was generated with a plain string.",
  ],
};

/**
 * Comments from readers on a code block. `{lang}` is replaced with the language of the block, and `{name}` with its
 * title.
 */
export const codeComments: { readonly helps: readonly string[]; readonly lacks: readonly string[] } = {
  helps: [
    "Works as it is.",
    "Copied, ran, done.",
    "This {lang} sample is the best part of the page.",
    "Nice, and the comment explains the one odd line.",
  ],
  lacks: [
    "Does not run on Windows.",
    "The import at the top is missing.",
    "Where is the variable set? I had to search for it.",
    "Please add the answer, not only the request.",
    "This {lang} does not compile with strict settings.",
    "There is a space too many after the backslash when I copy it.",
    "No error handling at all, beginners will paste this into production.",
    "Outdated: the field has another name now.",
    "The copy button takes the highlighted lines only.",
    "Could you show the same with a proxy?",
    "I get 401 with exactly this code.",
    "What does the second argument do?",
  ],
};
