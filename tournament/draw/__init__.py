"""Who plays where: table sizes, minutes, who sits out, order of play, the movement chart and the draw itself."""
