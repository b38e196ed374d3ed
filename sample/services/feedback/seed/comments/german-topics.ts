import type { TopicComments } from "./topics.ts";

export const germanTopics = {
  german: {
    helps: [
      "Verständlich und ohne Umschweife.",
      "Schön, dass es die Seite auf Deutsch gibt.",
      "Genau das hatte ich gesucht.",
      "Die Abbildung hilft sehr.",
    ],
    lacks: [
      "Der letzte Absatz ist noch auf Englisch.",
      "Hier steht etwas anderes als auf der englischen Seite. Was gilt?",
      "Es fehlt, in welcher Zeitzone die Zeiten sind.",
      "Der Link in der Mitte führt auf die englische Seite.",
      "Wie lange werden die Daten aufbewahrt? Unser Datenschutz fragt.",
      "Was ist ein „Fenster“? Das Wort wird benutzt, bevor es erklärt wird.",
    ],
  },
  germanQuickstart: {
    helps: [
      "Hat auf Anhieb geklappt.",
      "Mit dem Lehrling durchgearbeitet, keine Fragen offen.",
      "Fünf Minuten stimmt.",
    ],
    lacks: [
      "Unter Windows geht der Zeilenumbruch mit `\\` nicht.",
      "Den Menüpunkt **Settings → Keys** gibt es in der deutschen Konsole nicht, er heißt **Einstellungen → Schlüssel**.",
      "Schritt 2 meldet 409, weil PO-20417 schon vergeben ist.",
      "Die Antwort auf die Anmeldung würde ich gern sehen.",
    ],
  },
  germanHolds: {
    helps: ["Den Unterschied zwischen Lagergeld und Detention hat mir noch niemand so kurz erklärt."],
    lacks: [
      "Welche Behörden gibt es? Beim Veterinäramt steht bei uns `vet`, davon kein Wort.",
      "Der Grund kommt bei uns auf Niederländisch.",
      "Wie meldet sich ein Zollagent an? Der Link fehlt.",
      "Freitage sind bei uns sieben, nicht drei.",
    ],
  },
  germanSignatures: {
    helps: ["Das Python-Beispiel läuft unverändert.", "Gut, dass vor dem geparsten Body gewarnt wird."],
    lacks: [
      "Was genau wird unterschrieben? Zeit, Punkt, Body? Das steht nur im Code.",
      "Bitte ein Beispiel für Java.",
      "Wo sehe ich das Secret noch einmal?",
      "Mit Express ist der Body schon geparst, da hilft das Beispiel nicht.",
    ],
  },
} as const satisfies Readonly<Record<string, TopicComments>>;
