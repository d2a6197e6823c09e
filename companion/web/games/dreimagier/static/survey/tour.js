/* The tour: every stretch of the path, "from the forest to the house: 3 fields, is that right?" */
const $ = (selector) => document.querySelector(selector);

export class Tour {
  constructor(here) {
    this.here = here;
    this.at = -1;
    this.over = false;
  }

  get stretches() {
    return this.here.state.tour;
  }

  ask() {
    const { here, at, stretches } = this;
    if (at >= 0 && at < stretches.length)
      return here.say("tour", { text: stretches[at].text, at: at + 1, all: stretches.length });
    return here.say(this.over ? "tour.done" : "check");
  }

  buttons() {
    const touring = this.at >= 0 && this.here.step === "check";
    $("[data-touring]").hidden = !touring;
    $("[data-tour]").hidden = touring || !this.stretches.length;
  }

  go(at) {
    this.over = at >= this.stretches.length;
    this.at = this.over ? -1 : at;
    this.here.pointed = this.over ? [] : this.stretches[at].nodes;
    this.here.show();
  }

  /* The stretch stays marked on the path, where it can be mended. */
  mend() {
    const { nodes } = this.stretches[this.at];
    this.at = -1;
    this.here.go("path");
    this.here.pointed = nodes;
    this.here.fault(this.here.say("tour.mend"));
  }

  listen() {
    $("[data-tour]").addEventListener("click", () => this.go(0));
    $("[data-right]").addEventListener("click", () => this.go(this.at + 1));
    $("[data-wrong]").addEventListener("click", () => this.mend());
  }
}
